import { accounts } from '#people/accounts/contract/endpoints.ts';
import { routes } from '#platform/server/http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

/** Every endpoint of accounts: signing in and out, and one's own account. */
export const accountsRoutes = routes(accounts, { ...signInRoutes, ...accountRoutes });
