import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { showError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts';
import styles from './demo-sign-in.module.css';
import { signIn } from './sign-in.ts';

/** Signs in with one click, in development only. */
export function DemoSignIn() {
  return (
    <section className={styles.demo} aria-label={lazyStrings.signIn.demo}>
      <p className={styles.words}>{lazyStrings.signIn.demoDescription}</p>
      <div className={styles.people}>
        {DEMO_PEOPLE.map(({ name, email }) => (
          <Button
            key={email}
            onClick={() => {
              signIn(email, DEMO_PASSWORD).catch((error: Error) => showError(error.message));
            }}
          >
            <Avatar person={{ uid: email, name }} size={20} />
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
