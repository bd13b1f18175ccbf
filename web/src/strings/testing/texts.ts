type Texts = { [key: string]: unknown };

/** Every text of a dictionary with its path. Functions are called with sample numbers. */
export function listTexts(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] => {
    const at = `${path}.${key}`;
    if (typeof text === 'string') return [[at, text]];
    if (typeof text === 'function') return [[at, renderSample(at, text as (...values: unknown[]) => string)]];
    return listTexts(text as Texts, at);
  });
}

function renderSample(path: string, sentence: (...values: unknown[]) => string): string {
  const isOfDate = path === '.times.date' || path === '.times.clock';
  return isOfDate ? sentence(new Date(2026, 8, 5)) : sentence(1, 2, 3);
}
