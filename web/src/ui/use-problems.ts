import { type FormEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is wrong in a form: a sentence under the name of each field concerned. */
export type Problems<Field extends string> = { [Name in Field]?: string };

/** The problems of a form. Showing them moves focus to the first wrong field; writing in a field clears its own. */
export function useProblems<Field extends string>(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems<Field>>({});

  function show(next: Problems<Field>): void {
    flushSync(() => setProblems(next));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (name in problems) setProblems({ ...problems, [name]: undefined });
  }

  return { problems, show, onInput };
}
