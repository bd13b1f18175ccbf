/** What may be covered without a keyboard, such as by the rounding of heights, px. */
const MIN_KEYBOARD_HEIGHT_PX = 20;

/**
 * Keeps the page above the keyboard of the screen, where the browser lays it over the page (iOS) instead of making the page
 * smaller: by `--visible-height`, within which everything that is written in has to be.
 */
export function trackOnScreenKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const update = () => {
    // Who has zoomed in looks at a part of the page, and no keyboard has anything to do with it.
    const isCovered = viewport.scale === 1 && window.innerHeight - viewport.height > MIN_KEYBOARD_HEIGHT_PX;
    setVisibleHeight(isCovered ? viewport.height : undefined);
  };
  viewport.addEventListener('resize', update);
  viewport.addEventListener('scroll', update);
}

function setVisibleHeight(px: number | undefined): void {
  const { style } = document.documentElement;
  style.removeProperty('--visible-height');
  if (px === undefined) return;
  style.setProperty('--visible-height', `${px}px`);
  // The browser moves the page up by itself, though the box is in view without that.
  window.scrollTo(0, 0);
}
