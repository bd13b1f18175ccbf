import { type Trim, trimMessages } from '@snug/client';
import type { Message } from '@snug/protocol';
import type { SavedRow } from './saved-row.ts';

/** Nothing if the message is gone. Its neighbours can be gone, too. */
export function trimSaved(row: SavedRow, { roomId, before }: Trim): SavedRow[] {
  if (row.roomId !== roomId || !row.message) return [row];
  const trim = (message: Message | undefined) => (message ? trimMessages([message], before)[0] : undefined);
  const { before: older, message, after: newer, ...rest } = row;
  const [left, kept, right] = [older, message, newer].map(trim);
  return kept
    ? [{ ...rest, message: kept, ...(left && { before: left }), ...(right && { after: right }) }]
    : [];
}
