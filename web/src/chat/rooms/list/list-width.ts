import { StoredValue } from '../../../ui/browser/stored-value.ts';

export const MIN_WIDTH_PX = 240;

/** The open room keeps at least half of the window. */
export function getMaxWidth(windowWidth: number): number {
  return Math.round(windowWidth / 2);
}

/** The width of the list in px: `chosen` within the bounds, or a third of the window. */
export function clampListWidth(chosen: number | undefined, windowWidth: number): number {
  const wanted = chosen ?? windowWidth / 3;
  return Math.round(Math.min(Math.max(wanted, MIN_WIDTH_PX), getMaxWidth(windowWidth)));
}

/** In px; undefined for the default width. */
export const chosenListWidth = new StoredValue<number | undefined>('snug:list-width', {
  parse: stored => {
    const width = Number(stored ?? undefined);
    return Number.isFinite(width) && width > 0 ? width : undefined;
  },
  serialize: width => (width === undefined ? null : String(width)),
});

/** Read by chat-screen.module.css and shell.css. */
export function applyListWidth(chosen: number | undefined): void {
  const { style } = document.documentElement;
  if (chosen === undefined) style.removeProperty('--list-width');
  else style.setProperty('--list-width', `${chosen}px`);
}
