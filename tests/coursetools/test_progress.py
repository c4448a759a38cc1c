"""Progress is shown on standard error, without flooding a log."""

from coursetools import progress


def shown(capsys, total: int) -> str:
    with progress.counted("graded", total) as advance:
        for _ in range(total):
            advance()
    return capsys.readouterr().err


def test_what_takes_no_time_is_one_line(capsys):
    assert shown(capsys, 200) == "graded: 200 of 200\n"


def test_what_takes_long_says_so_now_and_then(capsys, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", -1)
    assert shown(capsys, 2) == "graded: 1 of 2\ngraded: 2 of 2\n"


def test_on_a_terminal_it_is_a_bar_that_goes_away(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown(capsys, 2)
