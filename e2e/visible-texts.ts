import type { Page } from '@playwright/test';

/** Everything that a page says: what is in view or read out, and what controls are called. */
export function saidBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'];
    const said = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, svg')) continue;
      if (node instanceof Element) said.push(...ATTRIBUTES.map(name => node.getAttribute(name) ?? ''));
      else said.push(node.textContent ?? '');
    }
    return said.map(text => text.trim()).filter(Boolean);
  });
}
