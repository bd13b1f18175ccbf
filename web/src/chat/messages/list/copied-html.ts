import { getMentionText, getPictureText, isUncopied } from './copied-nodes.ts';

/** The elements that a copy keeps, and their names in it. A paragraph is a `div`, because many programs add space around a `p`. */
const ELEMENTS: Record<string, string> = {
  p: 'div',
  strong: 'strong',
  em: 'em',
  s: 's',
  code: 'code',
  a: 'a',
  blockquote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  pre: 'pre',
};

/** A part of a message for other programs: elements with a meaning, without classes, styles and controls. */
export function toCleanHtml(content: Element): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...clean(content));
  return fragment;
}

function clean(node: Node): Node[] {
  if (node instanceof Text) return toLines(node.data);
  if (!(node instanceof Element) || isUncopied(node)) return [];
  const typed = getMentionText(node) ?? getPictureText(node);
  if (typed !== undefined) return [new Text(typed)];
  if (node.localName === 'pre') return [toCode(node)];
  const children = Array.from(node.childNodes).flatMap(clean);
  const name = ELEMENTS[node.localName];
  if (name === undefined) return children;
  if (node.localName === 'ul' || node.localName === 'ol') return [toList(node, name)];
  const copy = document.createElement(name);
  const href = node.localName === 'a' ? node.getAttribute('href') : null;
  if (href !== null) copy.setAttribute('href', new URL(href, location.origin).href);
  copy.append(...(isBlock(name) ? withoutLastBreak(children) : children));
  return [copy];
}

function isBlock(name: string): boolean {
  return name === 'div' || name === 'li';
}

/** The line break at the end of a block, which begins the next one. An empty line keeps its own. */
function withoutLastBreak(children: readonly Node[]): readonly Node[] {
  const isBreak = children.at(-1) instanceof HTMLBRElement;
  return isBreak && children.length > 1 ? children.slice(0, -1) : children;
}

/** HTML has no line breaks and no repeated spaces in a text. */
function toLines(text: string): Node[] {
  return text.split('\n').flatMap((line, index) => {
    const shown = line.replaceAll(index > 0 ? /^ | (?= )/g : / (?= )/g, '\u00a0');
    const words = line === '' ? [] : [new Text(shown)];
    return index > 0 ? [document.createElement('br'), ...words] : words;
  });
}

function toCode(block: Element): Element {
  const [pre, code] = [document.createElement('pre'), document.createElement('code')];
  code.textContent = (block.textContent ?? '').replace(/\n$/, '');
  pre.append(code);
  return pre;
}

/** Deeper items are in lists of their own. */
function toList(list: Element, name: string): Element {
  const root = createList(name, list.firstElementChild);
  const open = [root];
  for (const item of list.children) {
    const level = Number(item.getAttribute('data-level') ?? 0);
    while (open.length > level + 1) open.pop();
    if (open.length <= level && open.at(-1)?.lastElementChild) {
      const deeper = createList(isNumbered(item) ? 'ol' : 'ul', item);
      open.at(-1)?.lastElementChild?.append(deeper);
      open.push(deeper);
    }
    open.at(-1)?.append(...clean(item));
  }
  return root;
}

function createList(name: string, first: Element | null): Element {
  const list = document.createElement(name);
  const start = Number.parseInt(first?.getAttribute('data-typed') ?? '', 10);
  if (name === 'ol' && start !== 1 && Number.isSafeInteger(start)) list.setAttribute('start', String(start));
  return list;
}

function isNumbered(item: Element): boolean {
  return /^\d/.test(item.getAttribute('data-typed') ?? '');
}
