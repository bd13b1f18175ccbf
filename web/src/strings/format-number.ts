import { getLanguage } from './language.ts';

const formats = new Map<string, Intl.NumberFormat>();

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(getLanguage().locale, options);
  formats.set(key, format);
  return format.format(value);
}
