"""Fine-tunes a chat model on exported chats by LoRA, as STEM trains its SGDA and SAGB (appendix C.1).

Run as a script, on a machine with a GPU::

    python -m motif_procedures.guidance.lora chats/sgda.jsonl --model Qwen/Qwen3-8B --output sgda
    python -m motif_procedures.guidance.lora chats/sagb.jsonl --model Qwen/Qwen3-8B --output sagb --learning-rate 1e-5
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidSource, MissingDependency

ROLES = ("system", "user", "assistant")


@dataclass(frozen=True, slots=True)
class LoraOptions:
    """How a model is fine-tuned; learning rate, epochs, batch and length are the paper's for SGDA.

    Numbers are bfloat16, as there, on a GPU that has them.

    Attributes
    ----------
    learning_rate
        1e-4 for SGDA; the paper takes 1e-5 for SAGB.
    batch, batch_per_device
        Chats of one update, and of one pass over a device; the rest is accumulated.
    length
        Tokens of a chat; longer ones are cut.
    rank, alpha
        Of the low-rank updates; ours, the paper does not say them.
    """

    learning_rate: float = 1e-4
    epochs: int = 2
    batch: int = 32
    batch_per_device: int = 4
    length: int = 2048
    rank: int = 16
    alpha: int = 32
    seed: int = 0


def fine_tune(model: str, chats: Path, output: Path, options: LoraOptions | None = None) -> None:
    """Trains low-rank updates of ``model`` on the file ``chats`` and writes them, with its tokenizer, to ``output``.

    The loss is that of the assistant's words alone. Beside ``sgda.jsonl``, ``sgda.validation.jsonl`` is evaluated on
    after each epoch, where it is there.

    Parameters
    ----------
    model
        A name that transformers loads, or a folder.

    Raises `InvalidSource` for a file that holds no chats, `MissingDependency` without peft, trl and datasets.
    """
    options = options or LoraOptions()
    check_chats(chats)
    beside = chats.with_name(f"{chats.stem}.validation.jsonl")
    trl, peft, datasets, transformers = map(_imported, ("trl", "peft", "datasets", "transformers"))
    arguments = _arguments(options, output, beside.exists())
    arguments["bf16"] = bool(transformers.utils.is_torch_bf16_gpu_available())
    trainer = trl.SFTTrainer(
        model=model,
        args=trl.SFTConfig(**arguments),
        train_dataset=_pairs(datasets, chats),
        eval_dataset=_pairs(datasets, beside) if beside.exists() else None,
        peft_config=peft.LoraConfig(
            r=options.rank, lora_alpha=options.alpha, target_modules="all-linear", task_type="CAUSAL_LM"
        ),
    )
    trainer.train()
    trainer.save_model(str(output))


def check_chats(path: Path) -> int:
    """How many chats ``path`` holds. Raises `InvalidSource` for none, and for a line that is no chat."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.") from error
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    for number, line in numbered:
        _check_chat(path, number, line)
    if not numbered:
        raise InvalidSource(
            f"{path} holds no chats.", hint="motif guidance-data GRAPH --chats --output FOLDER"
        )
    return len(numbered)


def _check_chat(path: Path, number: int, line: str) -> None:
    try:
        messages = json.loads(line)["messages"]
        roles = tuple(message["role"] for message in messages)
        are_texts = all(isinstance(message["content"], str) for message in messages)
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidSource(f"{path}, line {number} is no chat: {error!r}.") from error
    if roles != ROLES or not are_texts:
        raise InvalidSource(f"{path}, line {number}: a chat has messages of {', '.join(ROLES)}, not {roles}.")


def as_pair(chat: Mapping[str, Any]) -> dict[str, Any]:
    """A chat as prompt and completion, the assistant's last message, on whose words alone the loss is taken.

    >>> as_pair({"messages": [{"role": "user", "content": "Heat?"}, {"role": "assistant", "content": "Mann."}]})
    {'prompt': [{'role': 'user', 'content': 'Heat?'}], 'completion': [{'role': 'assistant', 'content': 'Mann.'}]}
    """
    return {"prompt": chat["messages"][:-1], "completion": chat["messages"][-1:]}


def _pairs(datasets: Any, path: Path) -> Any:
    loaded = datasets.load_dataset("json", data_files=str(path), split="train")
    return loaded.map(as_pair, remove_columns=["messages"])


def _arguments(options: LoraOptions, output: Path, evaluates: bool) -> dict[str, Any]:
    """What trl's configuration is made of."""
    return {
        "output_dir": str(output),
        "learning_rate": options.learning_rate,
        "num_train_epochs": options.epochs,
        "per_device_train_batch_size": options.batch_per_device,
        "gradient_accumulation_steps": max(1, options.batch // options.batch_per_device),
        "max_length": options.length,
        "completion_only_loss": True,
        "optim": "adamw_torch",
        "seed": options.seed,
        "save_strategy": "epoch",
        "eval_strategy": "epoch" if evaluates else "no",
        "report_to": "none",
    }


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingDependency(
            f"Fine-tuning needs the package {name}.", hint='pip install "motif-graphrag[lora]"'
        ) from error


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    defaults = LoraOptions()
    parser = argparse.ArgumentParser(description="Fine-tunes a chat model on exported chats by LoRA.")
    parser.add_argument("chats", type=Path, help="sgda.jsonl or sagb.jsonl, of motif guidance-data --chats")
    parser.add_argument("--model", required=True, help="a name that transformers loads, or a folder")
    parser.add_argument("--output", required=True, type=Path, help="the folder for the trained updates")
    parser.add_argument("--learning-rate", type=float, default=defaults.learning_rate)
    parser.add_argument("--epochs", type=int, default=defaults.epochs)
    parser.add_argument("--batch", type=int, default=defaults.batch)
    parser.add_argument("--batch-per-device", type=int, default=defaults.batch_per_device)
    parser.add_argument("--rank", type=int, default=defaults.rank)
    given = parser.parse_args(arguments)
    options = LoraOptions(
        learning_rate=given.learning_rate,
        epochs=given.epochs,
        batch=given.batch,
        batch_per_device=given.batch_per_device,
        rank=given.rank,
    )
    fine_tune(given.model, given.chats, given.output, options)


if __name__ == "__main__":
    main()
