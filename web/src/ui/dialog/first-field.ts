const TEXT_FIELD_SELECTOR =
  'input:not([type="radio"], [type="checkbox"], [type="file"], [readonly]), textarea:not([readonly])';

export function findFirstField(parent: Element | null): HTMLElement | null {
  return parent?.querySelector<HTMLElement>(TEXT_FIELD_SELECTOR) ?? null;
}
