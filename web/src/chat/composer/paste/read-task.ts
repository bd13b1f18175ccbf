import type { HtmlNode } from './html-node.ts';

/** Of Quill, Obsidian, Confluence and others, by their state. */
const STATES: Readonly<Record<string, readonly [done: RegExp, open: RegExp]>> = {
  'aria-checked': [/^true$/, /^(?:false|mixed)$/],
  'data-checked': [/^(?:true|checked|)$/, /^(?:false|unchecked)$/],
  'data-is-checked': [/^true$/, /^false$/],
  'data-list': [/^checked$/, /^unchecked$/],
  'data-task': [/^\S$/, /^\s?$/],
  'data-task-state': [/^done$/i, /^todo$/i],
  'data-task-status': [/^(?:done|completed?)$/i, /^(?:todo|open|incomplete)$/i],
  class: [/(?:^|\s)checked(?:\s|$)/, /(?:^|\s)unchecked(?:\s|$)/],
};
const LISTS = new Set(['UL', 'OL']);
/** A checkbox is among the first nodes of its item. */
const MAX_NODES = 20;

export type TaskMark = '[x]' | '[ ]';

/** Of an item of a list, if it is a task. */
export function readTask(item: HtmlNode): TaskMark | undefined {
  return readState(item) ?? readFirstCheckbox(item);
}

/** Of a checkbox. */
export function readCheckbox(node: HtmlNode): TaskMark | undefined {
  const read = (name: string) => node.getAttribute?.(name) ?? '';
  if (node.nodeName === 'INPUT' && read('type').toLowerCase() === 'checkbox')
    return toMark(node.getAttribute?.('checked') != null || read('aria-checked') === 'true');
  // Google Docs.
  if (node.nodeName === 'IMG' && read('aria-roledescription') === 'checkbox')
    return toMark(/^checked/i.test(read('alt')));
  if (read('role') === 'checkbox') return toMark(read('aria-checked') === 'true');
  // Notion.
  const [, state] = /(?:^|\s)checkbox-(on|off)(?:\s|$)/.exec(read('class')) ?? [];
  return state === undefined ? undefined : toMark(state === 'on');
}

function readState(item: HtmlNode): TaskMark | undefined {
  for (const [name, [done, open]] of Object.entries(STATES)) {
    const value = item.getAttribute?.(name);
    if (value == null) continue;
    if (done.test(value)) return '[x]';
    if (open.test(value)) return '[ ]';
  }
  return undefined;
}

/** Undefined if a text or an inner list comes first. */
function readFirstCheckbox(item: HtmlNode): TaskMark | undefined {
  const pending: HtmlNode[] = [item];
  for (let count = 0; count < MAX_NODES; count++) {
    const node = pending.pop();
    if (!node || LISTS.has(node.nodeName)) return undefined;
    if (node.nodeName === '#text' && node.nodeValue?.trim()) return undefined;
    const mark = node === item ? undefined : readCheckbox(node);
    if (mark) return mark;
    pending.push(...[...node.childNodes].toReversed());
  }
  return undefined;
}

function toMark(isDone: boolean): TaskMark {
  return isDone ? '[x]' : '[ ]';
}
