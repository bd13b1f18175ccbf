/** Heights can differ by less without a keyboard, for example by rounding. */
const MIN_KEYBOARD_HEIGHT_PX = 20;

/** iOS shows the keyboard over the page. `--visible-height` is the height above it; all text fields must be within it. */
export function trackOnScreenKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const update = () => {
    // A zoomed page also has a smaller visual viewport.
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
  // The browser scrolls the page up, although the field is in view.
  window.scrollTo(0, 0);
}
