import { accounts } from '#contract/accounts.ts';
import { doors } from '#server/platform/http/door.ts';
import { accountDoors } from './account-doors.ts';
import { signInDoors } from './sign-in-doors.ts';

/** Every endpoint of accounts: signing in and out, and one's own account. */
export const accountsDoors = doors(accounts, { ...signInDoors, ...accountDoors });
