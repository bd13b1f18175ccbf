/** A sentence per plural category. The language defines which counts belong to a category (CLDR plural rules). */
export type PluralForms = { [Form in Intl.LDMLPluralRule]?: string } & { other: string };

/** Returns a function that selects the sentence for a count. */
export function createPlural(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
