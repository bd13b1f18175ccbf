import { cleanText } from '@snug/protocol';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Problems<Field extends string> = { [Name in Field]?: string };

interface FormProps<Field extends string> {
  fields: readonly Field[];
  className: string | undefined;
  /** Checks the values before they are sent. Values are trimmed or clean, except those of fields with `data-verbatim`. */
  validate: (values: Record<Field, string>) => Problems<Field>;
  /** Resolves to the problems that the server reported about fields. */
  onSubmit: (values: Record<Field, string>) => Promise<Problems<Field> | undefined>;
  children: (state: { problems: Problems<Field>; isBusy: boolean }) => ReactNode;
}

/** Validates on submit. The focus moves to the first invalid field; input in a field clears its problem. */
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
    const input = form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement | null;
    return [field, input ? readValue(input) : ''];
  });
  return Object.fromEntries(values) as Record<Field, string>;
}

function readValue(input: HTMLInputElement | HTMLTextAreaElement): string {
  if (input.dataset['verbatim']) return input.value;
  return input instanceof HTMLTextAreaElement ? cleanText(input.value) : input.value.trim();
}
