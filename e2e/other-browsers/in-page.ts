/** Finds elements by role and name, by visible text, or by a selector. */
export interface Query {
  role?: string;
  /** The exact accessible name. `starts` is its beginning. */
  name?: string;
  starts?: string;
  /** A part of the visible text. */
  text?: string;
  css?: string;
  within?: Query;
  hidden?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page, so it must not use its closure. Returns all matches in document order. */
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

/** Runs in the page: scrolls the element into view, and returns its box once it has stopped moving and nothing covers it. */
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
