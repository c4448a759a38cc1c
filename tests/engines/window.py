"""A window of Firefox or WebKit: what is on the page, and keys and a mouse to use it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lab import OPEN, READY, RUN_ALL, STATE
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

SECONDS = 300  # for Python to start in the page, on a busy machine
TO_THE_MIDDLE = "part => part.scrollIntoView({block: 'center'})"
FOCUS = "part => part.focus()"
TEXT = "part => part.textContent"
SENTENCES = "part => [...part.querySelectorAll('.sentence')].map(one => one.textContent).join(' ')"
KERNEL = """() =>
    window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"""


@dataclass(frozen=True)
class Window:
    """A window; everything that it says begins with the name of its engine."""

    engine: str
    driver: WebDriver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function of the page, and wait for what it promises."""
        return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def until(self, what: str, holds: Callable[[], Any]) -> Any:
        """Wait until something is true, or not empty, and return it."""
        wait = WebDriverWait(
            self.driver, SECONDS, ignored_exceptions=[StaleElementReferenceException]
        )
        return wait.until(lambda _: holds(), f"{self.engine}: waited in vain: {what}")

    def all(self, selector: str, within: WebElement | None = None) -> list[WebElement]:
        """Wait for parts of the page; the first one is in the middle of the window then."""
        find = (within or self.driver).find_elements
        found = self.until(f"there is {selector}", lambda: find(By.CSS_SELECTOR, selector))
        self.show(found[0])
        return list(found)

    def one(self, selector: str, within: WebElement | None = None) -> WebElement:
        """Wait for the first of these parts."""
        return self.all(selector, within)[0]

    def show(self, part: WebElement) -> None:
        """Scroll to a part of the page."""
        self.evaluate(TO_THE_MIDDLE, part)

    def press(self, part: WebElement, *keys: str) -> None:
        """Focus a part, and press keys."""
        self.evaluate(FOCUS, part)
        ActionChains(self.driver).send_keys(*keys).perform()

    def write(self, cell: WebElement, source: str) -> None:
        """Type over what stands in a cell of a notebook, run it, and run the next one."""
        editor = self.one(".cm-content", cell)
        editor.click()
        keys = ActionChains(self.driver)
        keys.key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(source)
        keys.key_down(Keys.SHIFT).send_keys(Keys.ENTER, Keys.ENTER).key_up(Keys.SHIFT).perform()

    def drag(self, part: WebElement, across: int, down: int) -> None:
        """Move a part with the mouse."""
        ActionChains(self.driver).drag_and_drop_by_offset(part, across, down).perform()

    def sees(self, view: WebElement, text: str) -> None:
        """Wait until a part of the page contains a text."""
        self.until(f"“{text}” is shown", lambda: text in self.evaluate(TEXT, view))

    def follows(self, view: WebElement, move: Callable[[], None]) -> None:
        """Move something; wait until the picture and its sentence are others."""
        picture = self.one(".pictures", view)
        before = self.until("it has a sentence", lambda: self.evaluate(SENTENCES, picture))
        drawn = self.evaluate(STATE, picture)
        move()
        self.until("the picture follows", lambda: self.evaluate(STATE, picture) != drawn)
        self.until("its sentence follows", lambda: self.evaluate(SENTENCES, picture) != before)

    def complaints(self) -> list[str]:
        """What the page has noted, where `Noting` serves it."""
        return [f"{self.engine}: {one}" for one in self.evaluate("() => window.complaints")]

    def settle(self) -> None:
        """Wait until JupyterLab is stable: sometimes it reloads itself and loses its state."""
        while not self.evaluate("() => window.settled"):
            self.until("JupyterLab is ready", lambda: self.evaluate(READY))
            self.evaluate("() => { window.settled = true; }")
            time.sleep(1)

    def open_notebook(self, path: str) -> None:
        """Open a notebook of JupyterLab."""
        self.evaluate(OPEN, path)

    def run_all(self) -> None:
        """Run all cells of the notebook in front, which can be found by their names then."""
        self.until("the kernel is idle", lambda: self.evaluate(KERNEL) == "idle")
        self.evaluate(RUN_ALL)
