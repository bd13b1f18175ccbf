import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is wrong in a form: a sentence under the name of each field concerned. */
export type Problems<Field extends string> = { [Name in Field]?: string };

interface FormProps<Field extends string> {
  /** The names of its inputs. */
  fields: readonly Field[];
  className: string | undefined;
  /** What can be seen to be wrong without asking anyone; then nothing is sent. Values are trimmed, passwords are not. */
  validate: (values: Record<Field, string>) => Problems<Field>;
  /** Resolves to what was wrong all the same, if that belongs to a field. */
  onSubmit: (values: Record<Field, string>) => Promise<Problems<Field> | undefined>;
  children: (state: { problems: Problems<Field>; isBusy: boolean }) => ReactNode;
}

/** Checked on submit, sent once. Focus moves to the first wrong field; writing in a field clears its problem. */
export function Form<Field extends string>(props: FormProps<Field>) {
  const { fields, className, validate, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [isBusy, setBusy] = useState(false);

  function show(found: Problems<Field>): void {
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const values = readValues(event.currentTarget, fields);
    const found = validate(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const rejected = await onSubmit(values).finally(() => setBusy(false));
    if (rejected) show(rejected);
  }

  function clear(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (name in problems) setProblems({ ...problems, [name]: undefined });
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={event => void submit(event)} onInput={clear}>
      {children({ problems, isBusy })}
    </form>
  );
}

function readValues<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const values = fields.map(field => {
    const input = form.elements.namedItem(field) as HTMLInputElement | null;
    return [field, (input?.type === 'password' ? input.value : input?.value.trim()) ?? ''];
  });
  return Object.fromEntries(values) as Record<Field, string>;
}
