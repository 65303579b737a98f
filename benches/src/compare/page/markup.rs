//! Elements and text, which come out well-formed and escaped: an HTML page that is XML as well.

/// Text of a page or of a picture.
#[derive(Debug, Default)]
pub(super) struct Markup {
    text: String,
}

/// Names and values of an element's attributes.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Markup {
    /// An element with what `content` writes in it.
    pub(super) fn element(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        content: impl FnOnce(&mut Self),
    ) {
        self.begin(name, attributes);
        self.text.push('>');
        content(self);
        self.text.extend(["</", name, ">"]);
    }

    /// An element with nothing but text.
    pub(super) fn leaf(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, |markup| markup.text(text));
    }

    /// An element that has no content: one of SVG, or of HTML one that never has any.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.begin(name, attributes);
        self.text.push_str("/>");
    }

    /// Text as it is to be read.
    pub(super) fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // XML has no way to say these.
                '\u{fffe}' | '\u{ffff}' => self.text.push(char::REPLACEMENT_CHARACTER),
                c if c.is_control() && !"\t\n\r".contains(c) => {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                c => self.text.push(c),
            }
        }
    }

    /// Text that is markup already, or a style sheet.
    pub(super) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn begin(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.extend(["<", name]);
        for (name, value) in attributes {
            self.text.extend([" ", name, "=\""]);
            self.text(value);
            self.text.push('"');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_text() {
        let mut markup = Markup::default();
        markup.element("p", &[("title", "a \"b\" & <c>")], |markup| {
            markup.text("<script>\u{7}</script>");
            markup.empty("br", &[]);
        });
        let expected = "<p title=\"a &quot;b&quot; &amp; &lt;c&gt;\">&lt;script&gt;\u{fffd}&lt;/script&gt;<br/></p>";
        assert_eq!(markup.finish(), expected);
    }
}
