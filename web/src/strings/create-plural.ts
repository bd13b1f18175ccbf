/** A sentence per plural category. The language defines which counts belong to a category (CLDR plural rules). */
export type PluralForms = { [Form in Intl.LDMLPluralRule]?: string } & { other: string };

export function createPlural(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
