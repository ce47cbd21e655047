from motif.service.metrics import Metrics


def test_counts_and_durations_by_procedure():
    metrics = Metrics()
    metrics.observe("search", 200, 0.0009)
    metrics.observe("search", 200, 0.2)
    metrics.observe("search", 404, 500.0)
    page = metrics.render({"motif_running": ("Running.", 2.0)}, {"version": "1"})
    lines = page.splitlines()
    assert 'motif_requests_total{procedure="search",status="200"} 2' in lines
    assert 'motif_requests_total{procedure="search",status="404"} 1' in lines
    assert 'motif_request_seconds_bucket{procedure="search",le="0.001"} 1' in lines
    assert 'motif_request_seconds_bucket{procedure="search",le="0.25"} 2' in lines
    assert 'motif_request_seconds_bucket{procedure="search",le="+Inf"} 3' in lines
    assert 'motif_request_seconds_count{procedure="search"} 3' in lines
    assert 'motif_request_seconds_sum{procedure="search"} 500.200900' in lines
    assert "motif_running 2" in lines
    assert 'motif_build_info{version="1"} 1' in lines
    assert page.endswith("\n")


def test_every_family_is_described_once():
    metrics = Metrics()
    for procedure in ("search", "retrieve"):
        metrics.observe(procedure, 200, 0.01)
    lines = metrics.render({}, {"version": "1"}).splitlines()
    described = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(described) == len(set(described)) == 3


def test_labels_are_escaped():
    page = Metrics().render({}, {"version": 'a"b\\c\nd'})
    assert 'motif_build_info{version="a\\"b\\\\c\\nd"} 1' in page
