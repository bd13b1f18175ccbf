import { dashboard } from './en/dashboard.ts';
import { linking } from './en/linking.ts';
import { pictures } from './en/pictures.ts';
import { providers } from './en/providers.ts';
import { roomDetails } from './en/room-details.ts';
import { deletion, newRoom, profiles, roomSearch } from './en/room-dialogs.ts';
import { shortcuts } from './en/shortcuts.ts';
import { signIn } from './en/sign-in.ts';
import { uploads } from './en/uploads.ts';

export const enLazy = {
  newRoom,
  roomSearch,
  roomDetails,
  profiles,
  deletion,
  dashboard,
  providers,
  shortcuts,
  signIn,
  uploads,
  pictures,
  linking,
};
