import { readItem, writeItem } from '../ui/browser/local-storage.ts';

const KEY = 'snug:list-width';

/** The least width of the list of rooms, px. */
export const MIN_WIDTH_PX = 240;

/** The most, in a window of that width. The open room keeps at least half of it. */
export function getMaxWidth(windowWidth: number): number {
  return Math.round(windowWidth / 2);
}

/** How wide the list is, px: `chosen`, as far as the window has room for it, or a third of the window. */
export function clampListWidth(chosen: number | undefined, windowWidth: number): number {
  const wanted = chosen ?? windowWidth / 3;
  return Math.round(Math.min(Math.max(wanted, MIN_WIDTH_PX), getMaxWidth(windowWidth)));
}

/** What was chosen in this browser, px. */
export function readListWidth(): number | undefined {
  const width = Number(readItem(KEY) ?? undefined);
  return Number.isFinite(width) && width > 0 ? width : undefined;
}

/** `undefined`: a third of the window again. */
export function storeListWidth(chosen: number | undefined): void {
  // Where nothing is kept, the choice holds until the page goes.
  writeItem(KEY, chosen === undefined ? null : String(chosen));
}

/** Lays the page out by it: chat-screen.module.css, and shell.css before that. */
export function applyListWidth(chosen: number | undefined): void {
  const { style } = document.documentElement;
  if (chosen === undefined) style.removeProperty('--list-width');
  else style.setProperty('--list-width', `${chosen}px`);
}
