const SPACES_PER_LEVEL = 2;

/** The labels of controls, and notes that are not in the text. */
export function isUncopied(node: Element): boolean {
  return node.hasAttribute('hidden') || node.hasAttribute('data-uncopied');
}

/** As typed, if the whole name is selected. */
export function getMentionText(node: Element): string | undefined {
  const typed = node.localName === 'bdi' ? node.getAttribute('data-typed') : null;
  return typed ?? undefined;
}

/** Of the picture of an emoji: its name, as typed. */
export function getPictureText(node: Element): string | undefined {
  return node.localName === 'img' ? (node.getAttribute('alt') ?? undefined) : undefined;
}

/** A picture is content, too. */
export function hasContent(node: Element): boolean {
  return node.textContent !== '' || node.querySelector('img') !== null;
}

/** The address of a named link: that of another one is its text. */
export function getLink(node: Element): string | undefined {
  return node.localName === 'a' && node.hasAttribute('title')
    ? (node.getAttribute('href') ?? undefined)
    : undefined;
}

export function getItemIndent(item: Element): { marker: string; indent: string } {
  const level = Number(item.getAttribute('data-level') ?? 0);
  return { marker: item.getAttribute('data-typed') ?? '-', indent: ' '.repeat(level * SPACES_PER_LEVEL) };
}
