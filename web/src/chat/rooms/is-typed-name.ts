const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether somebody typed a name as it looks. Letters can be composed in two ways, and some characters have no look and no key. */
export function isTypedName(typed: string, name: string): boolean {
  return toLook(typed) === toLook(name);
}

function toLook(name: string): string {
  return name.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(/\s+/gu, ' ').trim();
}
