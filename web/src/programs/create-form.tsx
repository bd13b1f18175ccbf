import { type ComponentProps, type ReactNode, useState } from 'react';
import { checkCurrentPassword } from '../account/current-password.ts';
import { CurrentPasswordField } from '../account/current-password-field.tsx';
import { toProofProblem } from '../account/proof-problem.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import styles from './create-form.module.css';
import { CreatorsOnly } from './creators-only.tsx';

const FIELDS = ['value', 'password'] as const;
type Field = (typeof FIELDS)[number];

interface CreateFormProps {
  /** The field of its name or address. */
  field: { label: string } & Omit<ComponentProps<'input'>, 'name'>;
  /** Returns the problem of the field's value, if it has one. */
  check: (value: string) => string | undefined;
  /** Whether the person must choose a room before. */
  needsRoom?: boolean;
  /** Whether to ask for the password of the account. */
  hasPassword?: boolean;
  /** Rejects with a `CommandError`. */
  onCreate: (value: string, proof: { password?: string }) => Promise<void>;
  button: string;
  /** Replaces the button for people who may not create bots and webhooks; undefined if everybody may create this. */
  otherwise?: string;
  children?: (isRoomMissing: boolean) => ReactNode;
}

/** Creates an access token, a bot or a webhook. */
export function CreateForm(props: CreateFormProps) {
  const {
    field,
    check,
    needsRoom = false,
    hasPassword = false,
    onCreate,
    button,
    otherwise,
    children,
  } = props;
  const [wasRoomMissing, setRoomMissing] = useState(false);

  async function create({ value, password }: Record<Field, string>): Promise<Problems<Field> | undefined> {
    if (needsRoom) return undefined;
    try {
      await onCreate(value, hasPassword ? { password } : {});
      return undefined;
    } catch (error) {
      return toProofProblem(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={({ value, password }) => {
        setRoomMissing(needsRoom);
        const problem = check(value);
        return {
          ...(problem !== undefined && { value: problem }),
          ...checkCurrentPassword(password, hasPassword),
        };
      }}
      onSubmit={create}
    >
      {({ problems, isBusy }) => {
        const submit = (
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
            {button}
          </Button>
        );
        return (
          <>
            <TextField {...field} name="value" autoComplete="off" problem={problems.value} />
            {children?.(wasRoomMissing && needsRoom)}
            {hasPassword && <CurrentPasswordField problem={problems.password} />}
            {otherwise === undefined ? submit : <CreatorsOnly otherwise={otherwise}>{submit}</CreatorsOnly>}
          </>
        );
      }}
    </Form>
  );
}
