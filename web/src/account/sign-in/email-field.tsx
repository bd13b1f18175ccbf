import { MAX_EMAIL_LENGTH } from '@snug/protocol';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'autoComplete' | 'hint' | 'problem'>;

/** Named `email`. */
export function EmailField(props: EmailFieldProps) {
  return <TextField {...props} name="email" type="email" maxLength={MAX_EMAIL_LENGTH} />;
}
