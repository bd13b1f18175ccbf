import type { Ref } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AccountError } from '../sign-in/accounts.ts';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** `app`: six digits. `any`: also recovery codes. */
  kind: 'app' | 'any';
  problem: string | undefined;
}

/** Named `code`. */
export function CodeField({ ref, label, kind, problem }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={label}
      name="code"
      dir="ltr"
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      problem={problem}
    />
  );
}

export function checkCode({ code }: { code: string }): Problems<'code'> {
  return code === '' ? { code: lazyStrings.twoStep.codeRequired } : {};
}

export function toCodeProblems(error: unknown): Problems<'code'> {
  if (!(error instanceof AccountError)) throw error;
  return { code: error.code === 'forbidden' ? lazyStrings.twoStep.wrong : error.message };
}
