import type { RefObject } from "react";
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import type { CopyAction, CopyGroup } from "./copy-action.ts";

interface CopyMenuItemsProps {
  /** The button below which the menu opens. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly groups: readonly CopyGroup[];
  readonly onPick: (action: CopyAction) => void;
  readonly onClose: () => void;
}

/** The open "Copy as" menu. */
export function CopyMenuItems({ trigger, groups, onPick, onClose }: CopyMenuItemsProps) {
  const actions = groups.flatMap((group) => group.actions);
  return (
    <Popover
      className="popover"
      aria-label="Copy as"
      placement="bottom end"
      trigger="MenuTrigger"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Menu
        className="menu"
        aria-label="Copy as"
        autoFocus="first"
        onClose={onClose}
        onAction={(id) => {
          const action = actions.find((one) => one.id === id);
          if (action !== undefined) onPick(action);
        }}
      >
        {groups.map(({ title, actions: offered }) => (
          <MenuSection key={title}>
            <Header className="menu-head faint small">{title}</Header>
            {offered.map(({ id, label }) => (
              <MenuItem key={id} id={id}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}
