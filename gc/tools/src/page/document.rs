//! The frame of a page: head, style sheets, and the content security policy.

use super::chart;
use super::markup::Markup;

/// The style sheet of pages. Plots have their own.
const STYLE: &str = include_str!("style.css");

/// Colours on dark screens. Printed pages are light.
const DARK_STYLE: &str = include_str!("dark.css");

/// The content security policy, which forbids external resources and scripts.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Returns a page. `body` writes the content of its body.
///
/// The text is HTML, and also well-formed XML, so that tests can parse it strictly.
pub fn document(title: &str, body: impl FnOnce(&mut Markup)) -> String {
    let mut page = Markup::default();
    page.raw("<!DOCTYPE html>\n");
    page.element("html", &[("xmlns", "http://www.w3.org/1999/xhtml"), ("lang", "en")], |page| {
        page.element("head", &[], |page| {
            page.empty("meta", &[("charset", "utf-8")]);
            page.empty("meta", &[("name", "viewport"), ("content", "width=device-width")]);
            let policy = [("http-equiv", "Content-Security-Policy"), ("content", POLICY)];
            page.empty("meta", &policy);
            page.leaf("title", &[], title);
            page.element("style", &[], |page| {
                page.raw(STYLE);
                page.raw(chart::STYLE);
                page.raw(DARK_STYLE);
            });
        });
        page.element("body", &[], body);
    });
    page.finish() + "\n"
}

/// Writes a figure with a caption; `details` follows the title in smaller text.
pub fn figure(page: &mut Markup, title: &str, details: &str, content: impl FnOnce(&mut Markup)) {
    page.element("figure", &[], |page| {
        page.element("figcaption", &[], |page| {
            page.text(title);
            page.text(" ");
            page.leaf("small", &[], details);
        });
        content(page);
    });
}

/// Writes a table of names and values.
pub fn facts<'a>(page: &mut Markup, rows: impl IntoIterator<Item = (&'a str, String)>) {
    page.element("table", &[("class", "facts")], |page| {
        page.element("tbody", &[], |page| {
            for (name, value) in rows {
                page.element("tr", &[], |page| {
                    page.leaf("th", &[("scope", "row")], name);
                    page.leaf("td", &[], &value);
                });
            }
        });
    });
}
