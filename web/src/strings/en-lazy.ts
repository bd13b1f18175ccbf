import { account } from './en/account.ts';
import { accountDeletion } from './en/account-deletion.ts';
import { admin, auditActions } from './en/admin.ts';
import { arrivals } from './en/arrivals.ts';
import { audio } from './en/audio.ts';
import { connection } from './en/connection.ts';
import { controls } from './en/controls.ts';
import { dashboard } from './en/dashboard.ts';
import { dataDownload } from './en/data-download.ts';
import { direct } from './en/direct.ts';
import { email } from './en/email.ts';
import { emoji } from './en/emoji.ts';
import { goToDate } from './en/go-to-date.ts';
import { invites } from './en/invites.ts';
import { keep } from './en/keep.ts';
import { linking } from './en/linking.ts';
import { members } from './en/members.ts';
import { mentions } from './en/mentions.ts';
import { messageActions } from './en/message-actions.ts';
import { passkeys } from './en/passkeys.ts';
import { password } from './en/password.ts';
import { pictures } from './en/pictures.ts';
import { programs } from './en/programs.ts';
import { providers } from './en/providers.ts';
import { recording } from './en/recording.ts';
import { recovery } from './en/recovery.ts';
import { replies } from './en/replies.ts';
import { requests } from './en/requests.ts';
import { roomDetails } from './en/room-details.ts';
import { deletion, newRoom, profiles, roomSearch } from './en/room-dialogs.ts';
import { roomOptions } from './en/room-options.ts';
import { roomPrograms } from './en/room-programs.ts';
import { sendFailure } from './en/send-failure.ts';
import { shortcuts } from './en/shortcuts.ts';
import { signIn } from './en/sign-in.ts';
import { twoStep } from './en/two-step.ts';
import { typing } from './en/typing.ts';
import { uploads } from './en/uploads.ts';
import { waysIn } from './en/ways-in.ts';
import { webhooks } from './en/webhooks.ts';
import { writing } from './en/writing.ts';

export const enLazy = {
  controls,
  connection,
  arrivals,
  audio,
  account,
  accountDeletion,
  dataDownload,
  admin,
  twoStep,
  passkeys,
  auditActions,
  newRoom,
  recording,
  roomSearch,
  roomDetails,
  roomOptions,
  roomPrograms,
  profiles,
  members,
  direct,
  deletion,
  requests,
  dashboard,
  programs,
  webhooks,
  waysIn,
  providers,
  sendFailure,
  shortcuts,
  signIn,
  password,
  recovery,
  email,
  invites,
  uploads,
  pictures,
  linking,
  mentions,
  messageActions,
  emoji,
  replies,
  goToDate,
  writing,
  typing,
  keep,
};
