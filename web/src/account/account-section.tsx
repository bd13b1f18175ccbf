import { useId } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { AccountRow } from './account-row.tsx';
import styles from './account-section.module.css';
import { type AccountDetails, useAccount } from './use-account.ts';

/** How this person signs in, besides linked accounts. */
export function AccountSection() {
  const account = useAccount();
  const heading = useId();
  return (
    <section aria-labelledby={heading} aria-busy={!account}>
      <h3 id={heading} className={styles.heading}>
        {lazyStrings.account.heading}
      </h3>
      <dl className={styles.rows}>
        {account && (
          <>
            <EmailRow account={account} />
            <PasswordRow account={account} />
            <TwoStepRow account={account} />
            <PasskeysRow account={account} />
            <DataRow />
            <DeletionRow account={account} />
          </>
        )}
      </dl>
    </section>
  );
}

interface RowProps {
  account: AccountDetails;
}

function EmailRow(props: RowProps) {
  const { label, change, add, unconfirmed } = lazyStrings.email;
  const { email, isVerified } = props.account;
  const shown = email !== undefined && isVerified === false ? unconfirmed(email) : email;
  return (
    <AccountRow
      label={label}
      value={shown ?? lazyStrings.account.none}
      action={email === undefined ? add : change}
      load={async () => (await import('./email-dialog.tsx')).EmailDialog}
      dialog={props}
    />
  );
}

function PasswordRow(props: RowProps) {
  const { label, change, set } = lazyStrings.password;
  const { hasPassword } = props.account;
  return (
    <AccountRow
      label={label}
      value={hasPassword ? '••••••••' : lazyStrings.account.none}
      action={hasPassword ? change : set}
      load={async () => (await import('./password-dialog.tsx')).PasswordDialog}
      dialog={props}
    />
  );
}

function TwoStepRow(props: RowProps) {
  const { label, off, on, setUp, manage } = lazyStrings.twoStep;
  const { twoStep } = props.account;
  return (
    <AccountRow
      label={label}
      value={twoStep ? on(twoStep.recoveryCodes) : off}
      action={twoStep ? manage : setUp}
      load={async () => (await import('./two-step/two-step-dialog.tsx')).TwoStepDialog}
      dialog={props}
    />
  );
}

/** Without them, and at an address where browsers refuse them, it would lead nowhere. */
function PasskeysRow(props: RowProps) {
  const { label, count, add, manage } = lazyStrings.passkeys;
  const { passkeys = 0, offersPasskeys } = props.account;
  if (passkeys === 0 && !offersPasskeys) return null;
  return (
    <AccountRow
      label={label}
      value={passkeys === 0 ? lazyStrings.account.none : count(passkeys)}
      action={passkeys === 0 ? add : manage}
      load={async () => (await import('./passkeys/passkeys-dialog.tsx')).PasskeysDialog}
      dialog={props}
    />
  );
}

function DataRow() {
  const { label, value, action } = lazyStrings.dataDownload;
  return (
    <AccountRow
      label={label}
      value={value}
      action={action}
      load={async () => (await import('./data-download-dialog.tsx')).DataDownloadDialog}
      dialog={{}}
    />
  );
}

function DeletionRow(props: RowProps) {
  const { label, value, action } = lazyStrings.accountDeletion;
  return (
    <AccountRow
      label={label}
      value={value}
      action={action}
      load={async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog}
      dialog={props}
    />
  );
}
