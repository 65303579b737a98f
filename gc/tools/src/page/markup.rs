//! Writes well-formed and escaped markup, which is both HTML and XML.

/// The text of an HTML page or of an SVG file.
#[derive(Debug, Default)]
pub struct Markup {
    text: String,
}

/// Names and values of an element's attributes.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Markup {
    /// Writes an element. `content` writes its content.
    pub fn element(
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

    /// Writes an element that contains only text.
    pub fn leaf(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, |markup| markup.text(text));
    }

    /// Writes an element without content: one of SVG, or a void element of HTML.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.begin(name, attributes);
        self.text.push_str("/>");
    }

    /// Writes text, escaped.
    pub fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // XML cannot represent these characters.
                '\u{fffe}' | '\u{ffff}' => self.text.push(char::REPLACEMENT_CHARACTER),
                c if c.is_control() && !"\t\n\r".contains(c) => {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                c => self.text.push(c),
            }
        }
    }

    /// Writes markup or a style sheet without escaping.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(self) -> String {
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
    fn text_and_attributes_are_escaped() {
        let mut markup = Markup::default();
        markup.element("p", &[("title", "a \"b\" & <c>")], |markup| {
            markup.text("<script>\u{7}</script>");
            markup.empty("br", &[]);
        });
        let expected = "<p title=\"a &quot;b&quot; &amp; &lt;c&gt;\">&lt;script&gt;\u{fffd}&lt;/script&gt;<br/></p>";
        assert_eq!(markup.finish(), expected);
    }
}
