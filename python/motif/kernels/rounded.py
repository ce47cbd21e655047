"""Products of a vector with vectors rounded to bytes: a quarter of what is read otherwise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.compilation import kernel

Float32 = NDArray[np.float32]


@kernel
def rounded_products(
    codes: NDArray[np.int8], scales: Float32, query: NDArray[np.int16], scale: np.float32, products: Float32
) -> None:
    """Writes each row's product with ``query``, both as whole numbers times their scale; O(bytes of ``codes``)."""
    for row in range(len(codes)):
        total = np.int64(0)
        for place in range(len(query)):
            total += np.int32(codes[row, place]) * np.int32(query[place])
        products[row] = np.float32(total) * scales[row] * scale
