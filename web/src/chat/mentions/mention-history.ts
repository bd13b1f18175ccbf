import type { Mention } from '@snug/protocol';
import { moveMentions } from './move-mentions.ts';

export interface MentionedText {
  text: string;
  mentions: readonly Mention[];
}

/** Texts in which an edit ended mentions. */
const MAX_REMEMBERED = 10;

/** Moves mentions with the text around them, and restores them when the browser undoes an edit that ended them. */
export class MentionHistory {
  #remembered: readonly MentionedText[] = [];

  /** `before` after an edit. `caret`: its place afterwards. */
  change(before: MentionedText, text: string, caret: number): MentionedText {
    const known = this.#remembered.find(other => other.text === text);
    const mentions = known?.mentions ?? moveMentions(before.mentions, before.text, text, caret);
    if (mentions.length < before.mentions.length)
      this.#remembered = [before, ...this.#remembered].slice(0, MAX_REMEMBERED);
    return { text, mentions };
  }

  clear(): void {
    this.#remembered = [];
  }
}
