import { isEmoji } from '@snug/protocol';
import type { ImportedPerson } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { type FinishedText, StyledText, type TextStyles } from '../../text/styled-text.ts';
import { type Attributes, addHtml, type HtmlNames } from '../html/html.ts';
import { writeMissingFile } from '../missing-file.ts';
import { NAMELESS_PERSON } from '../names.ts';
import { readSignedId } from './campfire-values.ts';

const MENTION = 'application/vnd.campfire.mention';
const PREVIEW = 'application/vnd.actiontext.opengraph-embed';

export interface CampfireNames {
  findPerson: (id: number) => ImportedPerson | undefined;
  ledger: Ledger;
}

/** The words of a message. `missing`: the names of files that the archive does not have. */
export function writeCampfireText(
  body: string,
  missing: readonly string[],
  names: CampfireNames,
): FinishedText[] {
  const text = new StyledText();
  addHtml(text, body, new Pieces(body, names));
  for (const name of missing) {
    writeMissingFile(text, name);
    text.newLine();
  }
  if (text.replaced > 0) names.ledger.change('text.replaced', text.replaced);
  return text.finishParts();
}

/** The ids of files within the words of a message. */
export function findEmbeddedFiles(body: string): number[] {
  return [...body.matchAll(/\ssgid="([\w+/=-]+)"/g)].flatMap(([, sgid = '']) => {
    const found = /^ActiveStorage::Blob\/(\d+)$/.exec(readSignedId(sgid) ?? '')?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

/** A boost has up to 16 characters of any text. Undefined for words. */
export function toCampfireEmoji(content: string): string | undefined {
  const plain = content.trim().replaceAll('\ufe0f', '');
  return [content.trim(), plain, `${plain}\ufe0f`].find(emoji => isEmoji(emoji));
}

class Pieces implements HtmlNames {
  readonly #body: string;
  readonly #names: CampfireNames;

  constructor(body: string, names: CampfireNames) {
    this.#body = body;
    this.#names = names;
  }

  change(what: string): void {
    this.#names.ledger.change(what);
  }

  addPlain(text: StyledText, value: string, styles: TextStyles): void {
    text.text(value, styles);
  }

  addMention(): boolean {
    return false;
  }

  addElement(
    text: StyledText,
    { name, attributes }: { name: string; attributes: Attributes },
    styles: TextStyles,
  ): boolean {
    if (name !== 'action-text-attachment') return false;
    const target = readSignedId(attributes.sgid ?? '');
    const person = /^User\/(\d+)$/.exec(target ?? '')?.[1];
    const { href = '', filename = '' } = attributes;
    if (person !== undefined || attributes['content-type'] === MENTION) {
      const known = this.#names.findPerson(Number(person));
      if (known) text.mention(known.id, known.name, styles);
      else {
        this.change('mention.unknown');
        text.text(`@${NAMELESS_PERSON}`, styles);
      }
    } else if (attributes['content-type'] === PREVIEW) {
      this.change('embed.preview');
      // A message that is only a link has nothing else.
      if (href !== '' && this.#body.split(href).length <= 2) text.link(href, filename, styles);
    } else if (target === undefined && filename !== '') writeMissingFile(text, filename);
    return true;
  }
}
