/** What somebody looks for on the page: by role and name, by the words that it shows, or by a selector. */
export interface Query {
  role?: string;
  /** The accessible name: exactly, or how it begins. */
  name?: string;
  starts?: string;
  /** A part of what it shows. */
  text?: string;
  css?: string;
  within?: Query;
  /** Also what cannot be seen. */
  hidden?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page: everything that matches, in the order of the document. Needs nothing outside itself. */
export function findAll({ role, name, starts, text, css, within, hidden }: Query): HTMLElement[] {
  const ROLES: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    textbox: 'textarea, input:not([type=file], [type=radio], [type=checkbox], [type=range])',
    heading: 'h1, h2, h3',
    navigation: 'nav, [role=navigation]',
    article: 'article',
    radio: 'input[type=radio], [role=radio]',
    listitem: 'li, [role=listitem]',
  };
  const getName = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const given = ids.length > 0 ? ids.map(id => document.getElementById(id)) : labels;
    const labelText = given
      .map(label => (label as Element | null)?.ariaLabel ?? label?.textContent ?? '')
      .join(' ');
    return (
      element.ariaLabel ??
      (labelText || element.getAttribute('placeholder') || element.textContent)
    ).trim();
  };
  const isSeen = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const roots: ParentNode[] = within ? findAll(within) : [document];
  const selector = css ?? (role && (ROLES[role] ?? `[role=${role}]`)) ?? '*';
  return roots
    .flatMap(root => [...root.querySelectorAll<HTMLElement>(selector)])
    .filter(
      element =>
        (name === undefined || getName(element) === name) &&
        (starts === undefined || getName(element).startsWith(starts)) &&
        (text === undefined || element.innerText?.includes(text)) &&
        (hidden || isSeen(element)),
    );
}

/** Runs in the page: brings an element into view and answers with its box once it stands still and takes a press. */
export async function getStableBox(element: HTMLElement): Promise<Box | null> {
  const frame = () => new Promise(requestAnimationFrame);
  const box = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  await frame();
  const before = box();
  await frame();
  const after = box();
  const hit = document.elementFromPoint(after.x + after.width / 2, after.y + after.height / 2);
  const isStill = Math.abs(before.x - after.x) + Math.abs(before.y - after.y) < 0.5;
  const isFree = hit !== null && (element.contains(hit) || hit.contains(element));
  return isStill && isFree && !element.matches(':disabled') ? after : null;
}
