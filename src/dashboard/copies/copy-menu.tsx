import { useState } from "react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { copyText } from "../components/copy-button.tsx";
import { download, pngOf } from "../components/download.ts";
import { Icon } from "../components/icon.tsx";
import { failureText } from "../data/query-client.ts";

/** A text to copy, or a file to save. */
type Copy = { readonly text: string } | { readonly svg: string; readonly name: string; readonly isPng: boolean };

/** An export of a table. */
export interface CopyAction {
  readonly id: string;
  readonly label: string;
  /** May fetch the rows that are not at hand. */
  readonly make: () => Copy | Promise<Copy>;
}

/** A part of the menu. */
export interface CopyGroup {
  readonly title: string;
  readonly actions: readonly CopyAction[];
}

interface CopyMenuProps {
  readonly groups: readonly CopyGroup[];
}

/** The menu that copies a table as code, as text or as a figure. */
export function CopyMenu({ groups }: CopyMenuProps) {
  const [done, setDone] = useState("");
  async function run(action: CopyAction): Promise<void> {
    try {
      const making = action.make();
      if (making instanceof Promise) setDone("Fetching all rows …");
      const made = await making;
      if ("text" in made) await copyText(made.text);
      else if (made.isPng) download(`${made.name}.png`, await pngOf(made.svg));
      else download(`${made.name}.svg`, new Blob([made.svg], { type: "image/svg+xml" }));
      setDone("text" in made ? `Copied as ${action.label}` : `Saved as ${action.label}`);
    } catch (error) {
      setDone(failureText(error));
    }
  }
  const actions = groups.flatMap((group) => group.actions);
  return (
    <div className="row no-print">
      <span role="status" className="faint small">
        {done}
      </span>
      <MenuTrigger>
        <Button className="button">
          <Icon name="copy" />
          Copy as …
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            onAction={(id) => {
              const action = actions.find((one) => one.id === id);
              if (action !== undefined) void run(action);
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
      </MenuTrigger>
    </div>
  );
}
