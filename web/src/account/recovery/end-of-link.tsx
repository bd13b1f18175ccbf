import { Button } from '../../ui/form/button.tsx';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import styles from './recovery-page.module.css';

interface EndOfLinkProps {
  heading: string;
  words: string;
  button: string;
  path: '/signin' | '/';
}

/** The page after a link was used, or if it does not work. */
export function EndOfLink({ heading, words, button, path }: EndOfLinkProps) {
  return (
    <SignInLayout heading={heading} words={words}>
      {/* Loads anew: the session of this browser may have ended. */}
      <Button variant="main" className={styles.button} onClick={() => location.assign(path)}>
        {button}
      </Button>
    </SignInLayout>
  );
}
