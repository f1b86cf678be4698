"""Objective-C: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
#import <Foundation/Foundation.h>
#import "Base.h"
@import UIKit;
@class Other;

#define MAX_SIDES 8

typedef NS_ENUM(NSInteger, Mode) { ModeFill, ModeLine };

/// Draws.
@protocol Drawable <NSObject>
@required
- (void)draw;
@property (nonatomic) int size;
@end

/// A shape.
@interface Shape : Base <Drawable, NSCopying> {
  int _count;
}
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name side:(int)side;
+ (Shape *)shape;
@end

@interface Shape (Extra)
- (void)extra;
@end

@implementation Shape
static int total = 0;
- (instancetype)initWithName:(NSString *)name side:(int)side {
  self = [super init];
  if (self) { _name = name; [self draw]; helper(MAX_SIDES); }
  return self;
}
+ (Shape *)shape { return [[Shape alloc] initWithName:@"a" side:1]; }
- (void)draw { Other *o = [Other new]; [o run]; self.name = o.name; }
@end

int helper(int x) { return x; }
"""


def test_symbols() -> None:
    """An implementation and a category add to the interface."""
    assert symbols("a.m", SOURCE) == expected("""
        Constant MAX_SIDES | #define MAX_SIDES 8
        Interface Drawable | @protocol Drawable <NSObject> | inherits NSObject "Draws."
        Method Drawable.draw | - (void)draw
        Field Drawable.size | @property (nonatomic) int size
        Class Shape | @interface Shape : Base <Drawable, NSCopying> | inherits Base implements Drawable, NSCopying "A shape."
        Field Shape._count | int _count
        Field Shape.name | @property (nonatomic, copy) NSString *name
        Method Shape.extra | - (void)extra
        Variable Shape.total | static int total = 0 | (hidden)
        Method Shape.initWithName | - (instancetype)initWithName:(NSString *)name side:(int)side
        Method Shape.shape | + (Shape *)shape
        Method Shape.draw | - (void)draw
        Function helper | int helper(int x)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.m", SOURCE) == expected("""
        Foundation/Foundation.h *
        Base.h *
        UIKit *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.m", SOURCE) == expected("""
        read NS_ENUM in -
        type NSInteger in -
        read Mode in -
        type ModeFill in -
        type ModeLine in -
        inherits NSObject in Drawable
        inherits Base in Shape
        implements Drawable in Shape
        implements NSCopying in Shape
        type NSString in Shape.name
        type instancetype in Shape
        type NSString in Shape
        type Shape in Shape
        type instancetype in Shape.initWithName
        type NSString in Shape.initWithName
        call init in Shape.initWithName
        write _name in Shape.initWithName
        call draw in Shape.initWithName
        call helper in Shape.initWithName
        read MAX_SIDES in Shape.initWithName
        type Shape in Shape.shape
        read Shape in Shape.shape
        call alloc in Shape.shape
        call initWithName in Shape.shape
        read side in Shape.shape
        type Other in Shape.draw
        read Other in Shape.draw
        call new in Shape.draw
        call run in Shape.draw
        write @self.name in Shape.draw
        read {Other}.name in Shape.draw
    """)
