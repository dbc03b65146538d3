import { accountCommands } from './accounts.ts';
import { backupCommands } from './backups/backup.ts';
import { moveFiles } from './backups/move-files.ts';
import type { Command } from './command.ts';
import { completionCommands } from './help/completion.ts';
import { doctorCommands } from './doctor.ts';
import { forumCommands } from './forum.ts';
import { galleryCommands } from './gallery.ts';
import { ledgerCommands } from './ledger.ts';
import { panelCommands } from './panel/commands.ts';
import { paymentCommands } from './payments.ts';
import { profileCommands } from './profiles.ts';
import { restrictionCommands } from './restrictions.ts';
import { moderationCommands } from './moderation.ts';
import { searchCommands } from './search.ts';
import { siteCommands } from './site.ts';
import { maintenanceCommands } from './maintenance.ts';

/** Every command, in the order of the help and of `docs/operating.md`. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...restrictionCommands,
  ...ledgerCommands,
  ...paymentCommands,
  ...profileCommands,
  ...forumCommands,
  ...galleryCommands,
  ...moderationCommands,
  ...panelCommands,
  ...siteCommands,
  ...doctorCommands,
  ...maintenanceCommands,
  ...searchCommands,
  ...backupCommands,
  moveFiles,
  ...completionCommands,
];
