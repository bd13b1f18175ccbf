import { createHash } from 'node:crypto';

/** Slack's id of something of Snug: a letter for the kind, and the digits of the UUID. */
export function toSlackId(kind: 'U' | 'C' | 'G' | 'D' | 'F', id: string): string {
  return kind + id.replaceAll('-', '').toUpperCase();
}

const MAX_NAME_LENGTH = 80;
const TAIL_LENGTH = 8;

/** Names as Slack has them: lower case, without spaces and signs. Each is given once. */
export class SlackNames {
  readonly #taken = new Set<string>();

  /** `id`: its digest ends the name if another has it already. */
  give(name: string, id: string): string {
    const clean = name
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_-]+/gu, '-')
      .slice(0, MAX_NAME_LENGTH - TAIL_LENGTH - 1)
      .toWellFormed()
      .replaceAll(/^-{1,80}|-{1,80}$/g, '');
    const tail = createHash('sha256').update(id).digest('hex').slice(0, TAIL_LENGTH);
    const free = clean === '' || this.#taken.has(clean) ? `${clean || 'room'}-${tail}` : clean;
    this.#taken.add(free);
    return free;
  }
}
