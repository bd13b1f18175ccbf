import type { Page } from '@playwright/test';

/** All touch targets, except links and names inside a text. */
const CONTROLS = 'button, a[href], input, textarea, summary, [role="slider"]';
/** Such as a name in a row, which is as wide as its text. */
const TEXT_WIDTH_CONTROLS = 'article p button';
const INLINE = ':is(article, [role="dialog"]) p a';

/** Finds visible controls with a touch area below 44 px. Returns each with its size. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ controls, words, inline }) => {
      const LEAST = 44;
      const isHit = (control: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
        return [control, ...labels].some(part => part.contains(hit));
      };
      const reach = (control: Element, x: number, y: number, dx: number, dy: number) => {
        let steps = 0;
        while (steps < LEAST && isHit(control, x + dx * (steps + 1), y + dy * (steps + 1))) steps++;
        return steps;
      };
      const isShown = (control: Element) => control.checkVisibility({ visibilityProperty: true });
      return [...document.querySelectorAll(controls)].flatMap(control => {
        if (control.matches(inline) || !isShown(control) || control.closest('[inert]')) return [];
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // Outside the viewport, covered, or an input behind the label that represents it.
        if (!isHit(control, x, y)) return [];
        const wide = 1 + reach(control, x, y, -1, 0) + reach(control, x, y, 1, 0);
        const high = 1 + reach(control, x, y, 0, -1) + reach(control, x, y, 0, 1);
        const isWide = wide >= LEAST || control.matches(words);
        if (isWide && high >= LEAST) return [];
        return `${control.ariaLabel ?? control.textContent} (${control.tagName}): ${wide} x ${high}`;
      });
    },
    { controls: CONTROLS, words: TEXT_WIDTH_CONTROLS, inline: INLINE },
  );
}
