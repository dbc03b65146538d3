import { useAuth } from '#people/accounts/web/auth-context.tsx';

/** What this site calls a part of it, as the title of its page. @param name that of the software */
export function PartName({ page, name }: { page: string; name: string }) {
  return useAuth().site.sections?.names[page] ?? name;
}
