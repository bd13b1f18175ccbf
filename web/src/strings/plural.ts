/** A sentence for each number of things; which numbers `one`, `few` and so on are is the language's own (CLDR plural rules). */
export type PluralForms = { [Form in Intl.LDMLPluralRule]?: string } & { other: string };

/** Chooses among the sentences of one language by how many things there are. */
export function createPlural(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
