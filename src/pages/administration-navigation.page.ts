import type { Html } from './html.js';
import { renderSectionNavigation } from './section-navigation.page.js';

/** The pages for administrators, of all modules. Each adds its entry here. */
const administrationLinks = [
  ['/administration', 'Overview'],
  ['/users', 'People'],
  ['/productgroups', 'Product groups'],
  ['/products', 'Products'],
  ['/instruments', 'Instruments'],
  ['/reconciliation/breaks', 'Breaks'],
  ['/audit', 'Audit log'],
  ['/administration/health', 'Health'],
] as const;

/** The links between them, below the heading of each. */
export const renderAdministrationNavigation = (path: string): Html =>
  renderSectionNavigation('Administration', path, administrationLinks);
