import { describeCount } from '../../base/describe-count.ts';
import { isolate, toHtmlText } from '../../base/html-text.ts';
import { toAddress } from './file-paths.ts';
import { POLICY, STYLE_ELEMENT } from './page-style.ts';

export const INDEX = 'index.html';

/** A page with the messages of a month, or with a part of them. */
export interface Page {
  name: string;
  /** "November 2026", with the number of the part after the first one. */
  title: string;
  messages: number;
}

function beginDocument(title: string): string {
  return [
    '<!doctype html>',
    '<html lang="en" dir="ltr">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${toHtmlText(POLICY)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${toHtmlText(title)}</title>`,
    STYLE_ELEMENT,
    '</head>',
    '<body>',
    '',
  ].join('\n');
}

const END_OF_DOCUMENT = '</body>\n</html>\n';

export function beginPage(room: string, { title }: Page, previous: Page | undefined): string {
  return [
    beginDocument(`${title} – ${room}`),
    formatLinks('Pages', previous, undefined),
    `<main>\n<h1>${isolate(room)}: ${toHtmlText(title)}</h1>\n`,
  ].join('');
}

export function endPage(previous: Page | undefined, next: Page | undefined): string {
  return `</main>\n${formatLinks('More pages', previous, next)}${END_OF_DOCUMENT}`;
}

function formatLinks(label: string, previous: Page | undefined, next: Page | undefined): string {
  const links = [
    `<a href="${INDEX}">All pages</a>`,
    ...(previous ? [`<a href="${toAddress(previous.name)}" rel="prev">Earlier: ${previous.title}</a>`] : []),
    ...(next ? [`<a href="${toAddress(next.name)}" rel="next">Later: ${next.title}</a>`] : []),
  ];
  return `<nav aria-label="${label}">${links.join(' ')}</nav>\n`;
}

interface IndexFacts {
  room: { name: string; description: string };
  pages: readonly Page[];
  exportedAt: string;
  timeZone: string;
}

export function formatIndex({ room, pages, exportedAt, timeZone }: IndexFacts): string {
  const items = pages.map(({ name, title, messages }) => {
    const count = describeCount(messages, 'message');
    return `<li><a href="${toAddress(name)}">${toHtmlText(title)}</a> (${count})</li>`;
  });
  return [
    beginDocument(room.name),
    `<main>\n<h1>${isolate(room.name)}</h1>\n`,
    room.description === '' ? '' : `<p class="about" dir="auto">${toHtmlText(room.description)}</p>\n`,
    `<p class="about">Exported on ${toHtmlText(exportedAt)}. Times are those of ${toHtmlText(timeZone)}.</p>\n`,
    items.length === 0
      ? '<p>No messages.</p>\n'
      : `<h2>Pages</h2>\n<ul class="pages">\n${items.join('\n')}\n</ul>\n`,
    `</main>\n${END_OF_DOCUMENT}`,
  ].join('');
}
