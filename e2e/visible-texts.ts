import type { Page } from '@playwright/test';

/**
 * All texts of a page: visible ones, those for screen readers, and accessible names, but not the names of emoji, and no parts that are
 * marked as another language.
 */
export function getVisibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'];
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, svg, [role=gridcell], body [lang]')) continue;
      if (node instanceof Element) texts.push(...ATTRIBUTES.map(name => node.getAttribute(name) ?? ''));
      else texts.push(node.textContent ?? '');
    }
    return texts.map(text => text.trim()).filter(Boolean);
  });
}
