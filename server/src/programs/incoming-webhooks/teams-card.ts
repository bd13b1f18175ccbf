import { type Fields, listFields, readText, toFields } from './json-fields.ts';
import { boldHeadings, joinLines, joinWords, writeField } from './message-parts.ts';
import { writeButton, writeLink } from './slack-marks.ts';

/** Containers of Adaptive Cards may contain one another. */
const MAX_DEPTH = 6;

const ADAPTIVE_CARD = 'AdaptiveCard';
const MESSAGE_CARD = /^messagecard$/i;
/** Programs leave the type out, because Teams does not need it. */
const MESSAGE_CARD_CONTEXT = /schema\.org\/extensions/;

/** The words of cards for Microsoft Teams. Empty for other payloads, and for cards without words. */
export function readTeamsMessage(payload: Fields): string {
  if (isMessageCard(payload)) return readMessageCard(payload);
  const attached = listFields(payload['attachments']).map(({ content }) => toFields(content));
  const cards = [payload, ...attached].filter(({ type }) => type === ADAPTIVE_CARD);
  if (cards.length === 0) return '';
  const texts = [readMarkdown(payload['text']), ...cards.map(readAdaptiveCard)];
  return texts.filter(text => text !== '').join('\n\n');
}

function isMessageCard({ '@type': type, '@context': context }: Fields): boolean {
  return MESSAGE_CARD.test(readText(type)) || MESSAGE_CARD_CONTEXT.test(readText(context));
}

/** https://learn.microsoft.com/outlook/actionable-messages/message-card-reference */
function readMessageCard({ title, text, summary, sections, potentialAction }: Fields): string {
  const parts = [
    toBold(readMarkdown(title)),
    readMarkdown(text),
    ...listFields(sections).map(readSection),
    readActions(potentialAction),
  ].filter(part => part !== '');
  return joinLines(parts.length > 0 ? parts : [readMarkdown(summary)]);
}

function readSection(section: Fields): string {
  return joinLines([
    toBold(readMarkdown(section['title'])),
    readMarkdown(section['activityTitle']),
    readMarkdown(section['activitySubtitle']),
    readMarkdown(section['activityText']),
    readMarkdown(section['text']),
    ...listFields(section['facts']).map(({ name, value }) => writeField(readText(name), readMarkdown(value))),
    readActions(section['potentialAction']),
  ]);
}

/** `OpenUri` has an address for each system, the older `ViewAction` a list of one. */
function readActions(actions: unknown): string {
  return joinWords(
    listFields(actions).map(({ name, targets, target }) => {
      const [first] = listFields(targets);
      const [address] = [first?.['uri'] ?? target].flat();
      return writeButton(readText(name), readText(address));
    }),
  );
}

/** https://adaptivecards.io/explorer */
function readAdaptiveCard({ body, actions, fallbackText }: Fields): string {
  return joinLines([readElements(body, 1), readOpenActions(actions)]) || readMarkdown(fallbackText);
}

function readElements(elements: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  return joinLines(listFields(elements).map(element => readElement(element, depth)));
}

function readElement(element: Fields, depth: number): string {
  switch (element['type']) {
    case 'TextBlock':
      return readTextBlock(element);
    case 'RichTextBlock':
      return readRuns(element['inlines']);
    case 'FactSet':
      return joinLines(
        listFields(element['facts']).map(({ title, value }) =>
          writeField(readText(title), readMarkdown(value)),
        ),
      );
    case 'Image':
      return writeLink(readText(element['altText']), readText(element['url']));
    case 'TableRow':
      return listFields(element['cells'])
        .map(cell => readElements(cell['items'], depth + 1))
        .join(' | ');
    default:
      return readContainer(element, depth);
  }
}

/** `Container`, `Column`, `ColumnSet`, `Table`, `ActionSet`, and later kinds. */
function readContainer({ items, columns, rows, actions }: Fields, depth: number): string {
  return joinLines([
    ...[items, columns, rows].map(elements => readElements(elements, depth + 1)),
    readOpenActions(actions),
  ]);
}

function readTextBlock({ text, weight, style }: Fields): string {
  const words = readMarkdown(text);
  const isStrong = readText(weight).toLowerCase() === 'bolder' || style === 'heading';
  return isStrong && !words.includes('\n') ? toBold(words) : words;
}

/** A run is a text, or an object with one. */
function readRuns(runs: unknown): string {
  if (!Array.isArray(runs)) return '';
  return runs.map(run => (typeof run === 'string' ? run : readRaw(toFields(run)['text']))).join('');
}

/** With the white space at its ends, which separates it from its neighbours. */
function readRaw(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Only those that open an address. */
function readOpenActions(actions: unknown): string {
  return joinWords(listFields(actions).map(({ title, url }) => writeButton(readText(title), readText(url))));
}

/** Most of its marks are Snug's. */
function readMarkdown(value: unknown): string {
  return boldHeadings(readText(value));
}

function toBold(text: string): string {
  return text === '' || text.includes('**') ? text : `**${text.trim()}**`;
}
