import { hasContent } from './copied-nodes.ts';

/** A copy of the part of an element that is selected, within copies of the elements around it. Undefined if nothing is selected. */
export function cloneSelected(content: Element, selected: Range): Element | undefined {
  if (!selected.intersectsNode(content)) return undefined;
  const part = document.createRange();
  part.selectNodeContents(content);
  if (part.compareBoundaryPoints(Range.START_TO_START, selected) < 0)
    part.setStart(selected.startContainer, selected.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, selected) > 0)
    part.setEnd(selected.endContainer, selected.endOffset);
  let copy: Node = part.cloneContents();
  let around: Node | null = part.commonAncestorContainer;
  if (!(around instanceof Element)) around = around.parentElement;
  for (; around instanceof Element && content.contains(around); around = around.parentElement) {
    const outer = around.cloneNode(false);
    outer.appendChild(copy);
    copy = outer;
  }
  return copy instanceof Element && hasContent(copy) ? copy : undefined;
}
