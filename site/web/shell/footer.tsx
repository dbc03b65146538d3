import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

const links = [
  { to: '/legal/terms', label: 'Terms' },
  { to: '/legal/privacy', label: 'Privacy' },
  { to: '/legal/rules', label: 'Rules' },
  { to: '/legal/takedown', label: 'Copyright' },
  { to: '/legal/transparency', label: 'Transparency' },
];

/** Below every page: the operator's texts and own pages. */
export function Footer() {
  const { pages = [] } = useAuth().site.sections ?? {};
  return (
    <footer className="shell-foot">
      {[...links, ...pages.map(({ key, title }) => ({ to: `/pages/${key}`, label: title }))].map(({ to, label }) => (
        <AppLink ahead={false} key={to} to={to}>
          {label}
        </AppLink>
      ))}
    </footer>
  );
}
