import { lazyStrings } from '../../strings/lazy-strings.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';
import { SignInLayout } from './sign-in-layout.tsx';
import styles from './wrong-address-page.module.css';

const { connection } = lazyStrings;

/** In place of the forms, which the server would refuse at this address. */
export function WrongAddressPage({ expected }: { expected: string }) {
  return (
    <SignInLayout heading={connection.wrongAddressTitle}>
      <p role="alert" className={styles.words}>
        {connection.wrongAddress(expected, location.origin)}
      </p>
      {!isLoopback(expected) && (
        <a className={styles.open} href={expected + getPostSignInPath()}>
          {connection.openAddress(expected)}
        </a>
      )}
      <p className={styles.hint}>{connection.setAddress}</p>
    </SignInLayout>
  );
}

/** Leads to the reader's own machine. */
function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
