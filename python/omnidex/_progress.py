"""How far a submission is."""

from __future__ import annotations

from typing import Any, Callable, Union


class Bar:
    """Tells how far a submission is."""

    def __init__(self, progress: Union[bool, Callable[[int, int], None]]):
        self._tell = progress if callable(progress) else None
        self._wanted = progress is True
        self._bar: Any = None

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def _show(self, done: int, total: int) -> None:
        if self._tell is not None:
            self._tell(done, total)
        elif self._wanted:
            if self._bar is None:
                try:
                    from tqdm import tqdm
                except ImportError:
                    self._wanted = False
                    return
                self._bar = tqdm(total=total, unit="rows")
            self._bar.update(done - self._bar.n)

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()
