import { type ComponentProps, type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { catchKeys } from '../../../ui/keyboard/key-catcher.ts';
import type { EditForm } from './edit-form.tsx';
import { endEdit } from './edit-session.ts';

type FormProps = ComponentProps<typeof EditForm>;

/** Once it has loaded, an edit opens without a delay. */
let LoadedForm: ComponentType<FormProps> | undefined;

export async function loadEditForm(): Promise<ComponentType<FormProps>> {
  const Form = await import('./edit-form.tsx').then(module => module.EditForm);
  LoadedForm = Form;
  return Form;
}

/** `fallback` shows until the form has loaded. Needs the id of the message as its key. */
export function LazyEditForm({ fallback, ...props }: FormProps & { fallback: ReactNode }) {
  const [Form = LoadedForm] = useDialog(loadEditForm, LoadedForm === undefined, endEdit);
  // The form takes the keys when it mounts.
  useLayoutEffect(() => (LoadedForm ? undefined : catchKeys(endEdit)), []);
  return Form ? <Form {...props} /> : fallback;
}
